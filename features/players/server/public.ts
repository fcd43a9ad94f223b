export {
  findPlayer,
  findPlayers,
  findPlayersByPhone,
  type PlatformIdentity,
  type PlayerRow,
  rememberPlayer,
} from './player-queries.ts';
export { createPlayerAuthenticator, issuePlayerToken } from './tokens.ts';
export { findVisitor, findVisitorsByPhone, registerVisits } from './visits.ts';
