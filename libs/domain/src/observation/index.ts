export * from './cluster-observer';
export * from './observed-node';
