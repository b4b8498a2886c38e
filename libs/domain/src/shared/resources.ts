/** Amounts as Kubernetes counts them: CPU in thousandths of a core, memory and storage in bytes. */
export interface Resources {
  readonly cpuMillis: number;
  readonly memoryBytes: number;
  readonly ephemeralStorageBytes: number;
  readonly pods: number;
  /** Whole devices, summed over vendors (`<vendor>/gpu`). */
  readonly gpus: number;
}

export const noResources: Resources = { cpuMillis: 0, memoryBytes: 0, ephemeralStorageBytes: 0, pods: 0, gpus: 0 };

export function addResources(a: Resources, b: Resources): Resources {
  return {
    cpuMillis: a.cpuMillis + b.cpuMillis,
    memoryBytes: a.memoryBytes + b.memoryBytes,
    ephemeralStorageBytes: a.ephemeralStorageBytes + b.ephemeralStorageBytes,
    pods: a.pods + b.pods,
    gpus: a.gpus + b.gpus,
  };
}
