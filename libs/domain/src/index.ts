export * from './access';
export * from './cluster';
export * from './machine';
export * from './observation';
export * from './project';
export * from './shared';
export * from './workload';
