export * from './pod-state';
export * from './pod-summary';
export * from './workload';
export * from './workload.decisions';
export * from './workload.identity';
export * from './workload.state';
