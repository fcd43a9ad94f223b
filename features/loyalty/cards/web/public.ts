export { typeSource } from './type-source.ts';
