export * from './decision';
export * from './error-catalogue';
export * from './health';
export * from './lifecycle-event';
export * from './resources';
export * from './secret';
export * from './staleness';
export * from './key';
