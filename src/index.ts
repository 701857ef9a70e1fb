export * as l1 from './l1';
