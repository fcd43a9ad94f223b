export { levelIdsOf, levelOf } from './level-of.ts';
export { assertLevel, levelView } from './level-queries.ts';
export { findMember, membersAmong } from './member-queries.ts';
