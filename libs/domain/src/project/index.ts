export * from './project';
export * from './project.decisions';
