/** Words in the language of the reader. */
type Say = (key: string, params?: Record<string, string | number>) => string;
type Data = Readonly<Record<string, unknown>>;

const textOf = (data: Data, name: string): string | undefined => {
  const value = data[name];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
};

/** `3 of 5`, where the machine counted; nothing where there was nothing to count. */
function countedText(say: Say, asked: unknown, counted: unknown): string | undefined {
  if (typeof asked !== 'number') return undefined;
  return typeof counted === 'number'
    ? say('fleet:record.counted', { asked, counted })
    : say('fleet:record.asked', { asked });
}

/** What stands behind the name of a log line: which fault, how many, from where to where. */
export function recordDetails(say: Say, { kind, data }: { kind: string; data: Data }): string {
  const parts: (string | undefined)[] = [];
  const code = textOf(data, 'code');
  const reason = textOf(data, 'reason');
  const amount = textOf(data, 'amount');
  const lane = textOf(data, 'lane');
  const state = textOf(data, 'state');
  if (kind === 'fault' || kind === 'faultCleared') parts.push(code && say(`devices:fault.${code}.name`));
  else if (kind === 'offline') parts.push(reason && say(`devices:away.${reason}`));
  else if (kind === 'moved')
    parts.push(
      say('fleet:record.moved', {
        from: textOf(data, 'from') ?? '',
        to: textOf(data, 'to') ?? '',
        number: textOf(data, 'number') ?? '',
      }),
    );
  else if (kind === 'registered')
    parts.push(say('fleet:record.number', { number: textOf(data, 'number') ?? '' }));
  else if (kind === 'command') {
    const command = textOf(data, 'command');
    parts.push(command && say(`devices:command.${command}`), state && say(`devices:commandState.${state}`));
    parts.push(countedText(say, data.asked, data.counted), reason && say(`devices:failure.${reason}`));
  } else if (kind === 'settings') {
    parts.push(say('fleet:record.version', { version: textOf(data, 'version') ?? '' }));
    parts.push(state && say(`devices:settingsState.${state}`));
  } else if (kind === 'counterOdd') {
    const counter = textOf(data, 'counter');
    parts.push(counter && say(`devices:counter.${counter}`));
    parts.push(`${textOf(data, 'before') ?? ''} → ${textOf(data, 'reported') ?? ''}`);
  } else {
    parts.push(amount && say('fleet:record.amount', { amount }), lane && say('fleet:record.lane', { lane }));
    parts.push(textOf(data, 'detail'));
  }
  parts.push(textOf(data, 'user') ?? textOf(data, 'userName'));
  return parts.filter(Boolean).join(' · ');
}

/** What was asked, with its numbers: `Dispense · 20 · lane 3`. */
export const commandName = (
  say: Say,
  { command, parameters }: { command: string; parameters: Data },
): string =>
  [
    say(`devices:command.${command}`),
    textOf(parameters, 'amount') && say('fleet:record.amount', { amount: textOf(parameters, 'amount')! }),
    textOf(parameters, 'lane') && say('fleet:record.lane', { lane: textOf(parameters, 'lane')! }),
  ]
    .filter(Boolean)
    .join(' · ');

/** What the machine counted, and why not more. */
export const commandResult = (
  say: Say,
  { asked, counted, reason }: { asked: number | null; counted: number | null; reason: string | null },
): string =>
  [countedText(say, asked, counted), reason && say(`devices:failure.${reason}`)].filter(Boolean).join(' · ');
