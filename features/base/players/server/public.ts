/** Where a player has goods sent. An order keeps what `takeAddress` answers. */
export { ownAddresses, takeAddress } from './address-queries.ts';
export { provideMachineFinder } from './assert-place.ts';
export { tellLoginsEnded } from './end-logins.ts';
export { formersOf, ofSamePerson, recognise } from './former-players.ts';
export { type JoiningKeeper, joiningKeepers, type Pair, registerJoining } from './joined-players.ts';
export {
  countHoldings,
  type OwnDataKeeper,
  ownDataKeepers,
  registerHolding,
  registerOwnData,
} from './own-data.ts';
export {
  findProof,
  findProvenSince,
  onPhoneProven,
  type Proof,
  type Proven,
  provePhone,
} from './phone-proofs.ts';
export {
  changePhoto,
  changeWayIn,
  closePlayer,
  findClosing,
  findJoined,
  findPlayer,
  findPlayers,
  findPlayersByPhone,
  forgetPlayer,
  holdPlayer,
  holdPlayers,
  leadTo,
  type PlatformIdentity,
  type PlayerRow,
  playerView,
  rememberPlayer,
  takePlayer,
} from './player-queries.ts';
export { createPlayerAuthenticator, issuePlayerToken } from './tokens.ts';
export { tellOfGuard, tellPhones, trustAfterMs, trustedPhone } from './trusted-phone.ts';
export { markVisitor, markVisitors, takeVisitors, visitorChannel } from './visitor-due.ts';
export { findVisitor, findVisitorsByPhone, registerVisits, type VisitDay } from './visits.ts';
