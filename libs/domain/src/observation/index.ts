export * from './cluster-observer';
export * from './observed-node';
export * from './observed-pod';
