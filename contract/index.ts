export * from './errors';
export * from './json';
export * from './records';
export * from './requests';
export * from './routes';
export * from './scalars';
