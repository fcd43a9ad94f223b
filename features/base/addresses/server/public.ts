/** Where a player has goods sent. An order keeps what `takeAddress` answers. */
export { ownAddresses, takeAddress } from './address-queries.ts';
