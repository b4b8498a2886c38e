export * from './cluster';
export * from './cluster.decisions';
export * from './cluster.health';
