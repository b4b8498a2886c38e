import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

export interface Machine {
  platform: string;
  /** Undefined where the system has no user ids. */
  uid: number | undefined;
  hasProgram(name: string): boolean;
}

/** Null when cluster tests can run here, else one line that says what is missing and what to do about it. */
export function whyNoCluster(machine: Machine = thisMachine()): string | null {
  if (machine.platform !== 'linux') {
    return `Cluster tests need Linux, this is ${machine.platform}: run them in a Linux machine or container.`;
  }
  if (machine.uid !== 0) return 'Cluster tests need root: run them with sudo, or as root in a container.';
  if (!machine.hasProgram('go')) {
    return 'Cluster tests need Go: install the version in tools/testbed/kube/go.mod or newer, and put it on the PATH.';
  }
  if (!machine.hasProgram('flock')) return 'Cluster tests need flock: install util-linux.';
  return null;
}

function thisMachine(): Machine {
  return { platform: process.platform, uid: process.getuid?.(), hasProgram: isOnPath };
}

function isOnPath(program: string): boolean {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => isExecutable(join(folder, program)));
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false; // the one question was whether it can be run
  }
}
