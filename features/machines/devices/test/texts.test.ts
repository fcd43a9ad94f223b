import { describe, expect, it } from 'vitest';
import { sourceRoot } from '#app/server/source-root.ts';
import { languages } from '#kit/kernel/language.ts';
import { faults } from '#kit/protocol/faults.ts';
import { deviceEventKinds, failureReasons } from '#kit/protocol/messages.ts';
import { deviceTypeDefinitions } from '#kit/protocol/types/catalogue.ts';
import { loadTexts } from '#kit/server/texts.ts';
import { commandStates } from '../contract/command-states.ts';

const texts = loadTexts(sourceRoot);
const definitions = Object.values(deviceTypeDefinitions);

describe.each(languages)('everything the protocol can tell has words in %s', (language) => {
  const missing = (keys: Iterable<string>) =>
    [...new Set(keys)].filter((key) => !texts.has(language, `devices:${key}`));

  it('commands, counters and faults of all types', () => {
    expect(
      missing([
        ...definitions.map(({ type }) => `type.${type}`),
        ...definitions.flatMap(({ commands }) => Object.keys(commands).map((name) => `command.${name}`)),
        ...definitions.flatMap(({ counters }) => counters.map((name) => `counter.${name}`)),
        ...Object.keys(faults).flatMap((code) => [`fault.${code}.name`, `fault.${code}.help`]),
      ]),
    ).toEqual([]);
  });

  it('events, states of commands and reasons of failure', () => {
    const ours = [
      'online',
      'offline',
      'command',
      'settings',
      'registered',
      'moved',
      'unbound',
      'counterOdd',
      'countedUnowned',
    ];
    expect(
      missing([
        ...[...deviceEventKinds, ...ours].map((kind) => `event.${kind}`),
        ...commandStates.map((state) => `commandState.${state}`),
        ...[...failureReasons, 'offline', 'noAnswer', 'notExecuted'].map((reason) => `failure.${reason}`),
        ...['lost', 'shutdown', 'restart', 'update', 'silent'].map((reason) => `away.${reason}`),
      ]),
    ).toEqual([]);
  });
});
