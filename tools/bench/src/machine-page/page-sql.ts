/** A page of machines in one statement: after name $1 and id $2, at most $3 rows. */
export const PAGE_SQL = `
SELECT machine.id, machine.name, machine.lifecycle, machine.intent, machine.enrollment_state,
       CASE WHEN freshness.stale THEN 'UNKNOWN' ELSE machine.health END AS status,
       freshness.stale, cluster_observation.observed_at,
       machine.node_uid IS NOT NULL AND NOT COALESCE(machine_observation.unschedulable, true) AS schedulable,
       machine.node_name, machine.node_uid
  FROM machine
  JOIN cluster ON cluster.id = machine.cluster_id
  JOIN cluster_observation ON cluster_observation.cluster_id = cluster.id
  LEFT JOIN machine_observation ON machine_observation.machine_id = machine.id
 CROSS JOIN LATERAL (
   SELECT cluster_observation.observed_at IS NULL OR cluster_observation.observed_at
          < now() - make_interval(secs => (cluster.policy ->> 'observationStaleAfterSeconds')::int) AS stale
 ) AS freshness
 WHERE (machine.name, machine.id) > ($1, $2)
 ORDER BY machine.name, machine.id
 LIMIT $3
`;
