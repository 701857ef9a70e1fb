export * from './errors';
export * from './records';
export * from './requests';
export * from './routes';
export * from './scalars';
