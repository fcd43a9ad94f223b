export { hoursFieldSpec, termFieldSpecs } from './term-fields.tsx';
