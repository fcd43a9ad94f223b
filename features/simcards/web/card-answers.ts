import { simcardsContract } from '../contract.ts';

/** Every answer that a change of a card makes untrue. */
export const cardAnswers = [
  simcardsContract.listCards,
  simcardsContract.readCard,
  simcardsContract.listCardDevices,
];

export const mebibyte = 1024 * 1024;

/** ICCIDs are read and compared in groups of four. */
export const groupedNumber = (number: string) => number.replace(/(.{4})(?=.)/g, '$1 ');
