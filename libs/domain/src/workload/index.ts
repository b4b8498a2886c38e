export * from './workload';
export * from './workload.decisions';
export * from './workload.identity';
export * from './workload.state';
