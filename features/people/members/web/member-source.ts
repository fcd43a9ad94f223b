import { referenceTo } from '#kit/ui/fields/reference-source.ts';
import { membersContract } from '../contract.ts';

/** The caller's own members, to choose from. */
export const memberSource = () =>
  referenceTo({
    endpoint: membersContract.listMembers,
    search: 'word',
    keyOf: ({ playerId }) => playerId,
    labelOf: ({ playerName, phone }) => [playerName, phone].filter(Boolean).join(' '),
  });
