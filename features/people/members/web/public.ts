export { levelSource } from './level-source.ts';
export { memberSource } from './member-source.ts';
