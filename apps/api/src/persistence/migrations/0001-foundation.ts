import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Everything the first release stores. Ids are TypeIDs in text with C collation, so that index order is creation
 * order. State columns are written by deciders only; *_observation tables hold the latest value seen, never history.
 */
export class Foundation1764500000001 implements MigrationInterface {
  readonly name = 'Foundation1764500000001';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations only go forward: restore a backup to go back.'));
  }
}

const statements = [
  `CREATE TABLE project (
    id text COLLATE "C" PRIMARY KEY,
    key text COLLATE "C" NOT NULL UNIQUE,
    name text NOT NULL,
    created_at timestamptz NOT NULL,
    version integer NOT NULL
  )`,

  `CREATE TABLE access_token (
    id text COLLATE "C" PRIMARY KEY,
    name text NOT NULL,
    role text NOT NULL CHECK (role IN ('VIEWER', 'OPERATOR', 'ADMIN')),
    project_id text COLLATE "C" REFERENCES project (id),
    secret_hash bytea NOT NULL UNIQUE,
    created_at timestamptz NOT NULL,
    created_by text NOT NULL,
    expires_at timestamptz NOT NULL,
    revoked_at timestamptz,
    last_used_at timestamptz
  )`,
  `CREATE TABLE sign_in_link (
    code_hash bytea PRIMARY KEY,
    expires_at timestamptz NOT NULL,
    used_at timestamptz
  )`,

  `CREATE TABLE credential (
    id text COLLATE "C" PRIMARY KEY,
    name text NOT NULL,
    scope text NOT NULL CHECK (scope IN ('SYSTEM', 'PROJECT')),
    kind text NOT NULL CHECK (kind IN ('KUBECONFIG')),
    provider text NOT NULL CHECK (provider IN ('FILE', 'SEALED')),
    file_path text,
    sealed bytea,
    public_fingerprint text,
    created_at timestamptz NOT NULL,
    last_used_at timestamptz,
    last_result text,
    CHECK ((provider = 'FILE') = (file_path IS NOT NULL)),
    CHECK ((provider = 'SEALED') = (sealed IS NOT NULL))
  )`,

  `CREATE TABLE cluster (
    id text COLLATE "C" PRIMARY KEY,
    key text COLLATE "C" NOT NULL,
    name text NOT NULL,
    provider text NOT NULL CHECK (provider IN ('K3S', 'KUBERNETES', 'SIMULATED')),
    api_server_url text,
    ca_sha256 text,
    kubeconfig_context text,
    credential_id text COLLATE "C" REFERENCES credential (id),
    kubernetes_uid text NOT NULL,
    desired text NOT NULL CHECK (desired IN ('ACTIVE', 'DETACHED')),
    contact text NOT NULL CHECK (contact IN ('CONNECTED', 'LOST', 'IDENTITY_CHANGED')),
    contact_reason jsonb NOT NULL,
    policy jsonb NOT NULL,
    created_at timestamptz NOT NULL,
    version integer NOT NULL
  )`,
  // A detached cluster keeps its row; its key and its Kubernetes may be registered again.
  `CREATE UNIQUE INDEX cluster_key ON cluster (key) WHERE desired <> 'DETACHED'`,
  `CREATE UNIQUE INDEX cluster_kubernetes_uid ON cluster (kubernetes_uid) WHERE desired <> 'DETACHED'`,
  `CREATE TABLE cluster_observation (
    cluster_id text COLLATE "C" PRIMARY KEY REFERENCES cluster (id),
    observed_at timestamptz,
    kubernetes_version text,
    last_failure jsonb
  )`,
  `CREATE TABLE observer_lease (
    cluster_id text COLLATE "C" PRIMARY KEY REFERENCES cluster (id),
    owner text NOT NULL,
    lease_until timestamptz NOT NULL,
    fence bigint NOT NULL
  )`,

  `CREATE TABLE machine (
    id text COLLATE "C" PRIMARY KEY,
    cluster_id text COLLATE "C" NOT NULL REFERENCES cluster (id),
    name text COLLATE "C" NOT NULL,
    intent text NOT NULL,
    enrollment_state text NOT NULL,
    health text NOT NULL,
    health_reasons jsonb NOT NULL,
    lifecycle text NOT NULL,
    lifecycle_reason jsonb NOT NULL,
    node_name text,
    node_uid text,
    node_since timestamptz,
    node_replaced boolean NOT NULL,
    enrollment jsonb,
    created_at timestamptz NOT NULL,
    version integer NOT NULL
  )`,
  `CREATE INDEX machine_by_name ON machine (name, id)`,
  `CREATE INDEX machine_by_cluster ON machine (cluster_id, name, id)`,
  `CREATE UNIQUE INDEX machine_node_uid ON machine (cluster_id, node_uid)`,
  `CREATE TABLE machine_observation (
    machine_id text COLLATE "C" PRIMARY KEY REFERENCES machine (id),
    node jsonb NOT NULL,
    unschedulable boolean NOT NULL
  )`,
  `CREATE TABLE former_node (
    machine_id text COLLATE "C" NOT NULL REFERENCES machine (id),
    node_name text NOT NULL,
    node_uid text NOT NULL,
    since timestamptz NOT NULL,
    until timestamptz NOT NULL,
    PRIMARY KEY (machine_id, since, node_uid)
  )`,

  `CREATE TABLE workload (
    id text COLLATE "C" PRIMARY KEY,
    cluster_id text COLLATE "C" NOT NULL REFERENCES cluster (id),
    key text COLLATE "C" NOT NULL,
    namespace text NOT NULL,
    name text COLLATE "C" NOT NULL,
    kind text NOT NULL,
    state text NOT NULL,
    reason jsonb,
    over boolean NOT NULL,
    requested jsonb NOT NULL,
    started_at timestamptz,
    created_at timestamptz NOT NULL,
    version integer NOT NULL
  )`,
  // One that is over keeps its row; another of the same key is another workload.
  `CREATE UNIQUE INDEX workload_key ON workload (cluster_id, key) WHERE NOT over`,
  `CREATE INDEX workload_by_cluster ON workload (cluster_id, name, id)`,
  `CREATE TABLE workload_pod (
    cluster_id text COLLATE "C" NOT NULL REFERENCES cluster (id),
    pod_uid text COLLATE "C" NOT NULL,
    workload_id text COLLATE "C" NOT NULL REFERENCES workload (id),
    namespace text NOT NULL,
    name text NOT NULL,
    node_name text,
    phase text NOT NULL,
    state text NOT NULL,
    trouble jsonb,
    cpu_millis bigint NOT NULL,
    memory_bytes bigint NOT NULL,
    ephemeral_storage_bytes bigint NOT NULL,
    pods bigint NOT NULL,
    gpus bigint NOT NULL,
    started_at timestamptz,
    PRIMARY KEY (cluster_id, pod_uid)
  )`,
  // What a workload's Pods amount to is summed up at each change of one of them.
  `CREATE INDEX workload_pod_by_workload ON workload_pod (workload_id, pod_uid)`,
  `CREATE INDEX workload_pod_by_node ON workload_pod (cluster_id, node_name)`,

  `CREATE TABLE lifecycle_head (
    only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
    last_seq bigint NOT NULL,
    first_seq bigint NOT NULL
  )`,
  `INSERT INTO lifecycle_head (last_seq, first_seq) VALUES (0, 1)`,
  `CREATE TABLE lifecycle_event (
    seq bigint PRIMARY KEY,
    type text NOT NULL,
    subject_kind text NOT NULL,
    subject_id text COLLATE "C" NOT NULL,
    cluster_id text COLLATE "C",
    project_id text COLLATE "C",
    from_value text,
    to_value text,
    reason jsonb NOT NULL,
    actor text NOT NULL,
    cause_kind text NOT NULL,
    cause_reference text,
    trace_id text,
    occurred_at timestamptz NOT NULL
  )`,
  `CREATE INDEX lifecycle_event_by_subject ON lifecycle_event (subject_id, seq)`,
  `CREATE INDEX lifecycle_event_by_cluster ON lifecycle_event (cluster_id, seq)`,

  `CREATE TABLE idempotency_record (
    actor text NOT NULL,
    key text NOT NULL,
    request_hash bytea NOT NULL,
    outcome jsonb,
    created_at timestamptz NOT NULL,
    PRIMARY KEY (actor, key)
  )`,
  `CREATE TABLE audit_entry (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    at timestamptz NOT NULL,
    actor text NOT NULL,
    action text NOT NULL,
    subject_id text COLLATE "C",
    outcome text NOT NULL,
    request_id text NOT NULL
  )`,
];
