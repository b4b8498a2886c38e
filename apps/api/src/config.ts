import { Secret } from '@awp/domain';

/** One environment variable: what it is for, its default, and how its text becomes a value. docs/configuration.md is generated from this. */
interface Variable<T> {
  readonly name: string;
  readonly meaning: string;
  /** What stands in docs as the default. */
  readonly byDefault: string;
  readonly parse: (text: string | undefined) => T;
}

/** Thrown with everything that is wrong with the configuration, not just the first thing. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
}

function integer(least: number, most: number, byDefault: number): (text: string | undefined) => number {
  return (text) => {
    if (text === undefined || text === '') return byDefault;
    const value = Number(text);
    if (Number.isInteger(value) && value >= least && value <= most) return value;
    throw new ConfigurationError(`expected a whole number from ${least} to ${most}; got ${JSON.stringify(text)}`);
  };
}

function oneOf<const T extends string>(values: readonly T[], byDefault: T): (text: string | undefined) => T {
  return (text) => {
    if (text === undefined || text === '') return byDefault;
    const value = values.find((candidate) => candidate === text);
    if (value !== undefined) return value;
    throw new ConfigurationError(`expected one of ${values.join(', ')}; got ${JSON.stringify(text)}`);
  };
}

const optional = (text: string | undefined): string | null => (text === undefined || text === '' ? null : text);

function required(text: string | undefined): string {
  if (text === undefined || text === '') throw new ConfigurationError('is required');
  return text;
}

const list = (text: string | undefined): string[] =>
  (text ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

export const variables = {
  port: {
    name: 'AWP_PORT',
    meaning:
      'TCP port of GraphQL over HTTP and WebSocket, the playground and the health endpoints. 0 takes a free one.',
    byDefault: '4000',
    parse: integer(0, 65535, 4000),
  },
  host: {
    name: 'AWP_HOST',
    meaning:
      'Address to listen on. The default answers on this machine only; put a TLS proxy in front before you widen it.',
    byDefault: '127.0.0.1',
    parse: (text) => optional(text) ?? '127.0.0.1',
  },
  databaseUrl: {
    name: 'DATABASE_URL',
    meaning:
      'PostgreSQL (15 or newer) to keep everything in, as postgres://user:password@host:port/database. `npm start` without it runs a PostgreSQL of its own.',
    byDefault: 'set by npm start',
    parse: (text) => new Secret(required(text)),
  },
  databasePoolSize: {
    name: 'AWP_DATABASE_POOL_SIZE',
    meaning: 'Connections of this replica. Keep the sum over all replicas near 32.',
    byDefault: '10',
    parse: integer(2, 64, 10),
  },
  dataDir: {
    name: 'AWP_DATA_DIR',
    meaning:
      'Folder for what is kept beside the database: the sealing key, and the data of the PostgreSQL that `npm start` runs.',
    byDefault: 'set by npm start',
    parse: required,
  },
  secretKey: {
    name: 'AWP_SECRET_KEY',
    meaning:
      'Key that seals secrets at rest: 32 bytes in base64. All replicas need the same one. Without it, a key is made once and kept in AWP_DATA_DIR/sealing.key.',
    byDefault: 'the key file',
    parse: (text) => (optional(text) === null ? null : new Secret(text!)),
  },
  kubeconfig: {
    name: 'AWP_KUBECONFIG',
    meaning:
      'A kubeconfig whose cluster is registered at start, if it is not registered yet. Without it, and with no cluster registered, a SIMULATED cluster is there for a first look.',
    byDefault: 'none',
    parse: optional,
  },
  simulatedMachines: {
    name: 'AWP_SIMULATED_MACHINES',
    meaning: 'How many machines the SIMULATED cluster has. 0 leaves that cluster out.',
    byDefault: '5',
    parse: integer(0, 10_000, 5),
  },
  allowKubeconfigPlugins: {
    name: 'AWP_ALLOW_KUBECONFIG_PLUGINS',
    meaning:
      'Whether kubeconfigs may run programs (exec, auth-provider) on this server. On is remote code execution for whoever may register clusters.',
    byDefault: 'off',
    parse: oneOf(['off', 'on'], 'off'),
  },
  introspection: {
    name: 'AWP_INTROSPECTION',
    meaning:
      'Whether clients may ask for the schema. The playground needs it. Off by default where NODE_ENV is production.',
    byDefault: 'on',
    parse: oneOf(['auto', 'on', 'off'], 'auto'),
  },
  signInLink: {
    name: 'AWP_SIGN_IN_LINK',
    meaning:
      'Whether each start prints a one-time link that signs in an admin. Off by default where NODE_ENV is production, since stdout is a log there: turn it on once to get the first token.',
    byDefault: 'on',
    parse: oneOf(['auto', 'on', 'off'], 'auto'),
  },
  allowedOrigins: {
    name: 'AWP_ALLOWED_ORIGINS',
    meaning:
      "Comma-separated origins whose pages may open WebSockets and read answers, as https://console.example.org. The server's own pages always may.",
    byDefault: 'none',
    parse: list,
  },
  trustTiers: {
    name: 'AWP_TRUST_TIERS',
    meaning: 'Comma-separated trust tiers that machines and profiles may name, lowest first.',
    byDefault: 'untrusted,standard,trusted',
    parse: (text) => list(text ?? 'untrusted,standard,trusted'),
  },
  eventRetentionDays: {
    name: 'AWP_EVENT_RETENTION_DAYS',
    meaning: 'How long lifecycle events are kept. A cursor older than that gets CURSOR_EXPIRED.',
    byDefault: '30',
    parse: integer(1, 3650, 30),
  },
  logLevel: {
    name: 'AWP_LOG_LEVEL',
    meaning: 'Least severity to log. `npm start` sets warn unless told otherwise.',
    byDefault: 'info',
    parse: oneOf(['debug', 'info', 'warn', 'error'], 'info'),
  },
} satisfies Record<string, Variable<unknown>>;

export type Config = { readonly [K in keyof typeof variables]: ReturnType<(typeof variables)[K]['parse']> } & {
  readonly production: boolean;
};

/** Environment -> one typed object. Throws one ConfigurationError that names every variable at fault. */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const faults: string[] = [];
  const entries = Object.entries(variables as Record<string, Variable<unknown>>).map(([key, variable]) => {
    try {
      return [key, variable.parse(environment[variable.name])];
    } catch (error) {
      faults.push(`${variable.name}: ${(error as Error).message}. ${variable.meaning}`);
      return [key, undefined];
    }
  });
  if (faults.length > 0) throw new ConfigurationError(`The configuration is not usable:\n  ${faults.join('\n  ')}`);
  return {
    ...(Object.fromEntries(entries) as Omit<Config, 'production'>),
    production: environment['NODE_ENV'] === 'production',
  };
}
