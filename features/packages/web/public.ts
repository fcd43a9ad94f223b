export { termFieldSpecs } from './term-fields.tsx';
