export { type BoughtPlays, giveBoughtPlays, takeBoughtPlays } from './bought-plays.ts';
export { levelIdsOf, levelOf } from './level-of.ts';
export { assertLevel, levelView } from './level-queries.ts';
export { findMember, membersAmong } from './member-queries.ts';
