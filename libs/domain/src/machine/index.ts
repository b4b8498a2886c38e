export * from './machine';
export * from './machine.capabilities';
export * from './machine.decisions';
export * from './machine.health';
export * from './machine.lifecycle';
export * from './node-changes';
