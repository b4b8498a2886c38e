export * from './access';
export * from './access.decisions';
export * from './permissions';
