import { z } from 'zod';
import { limits } from '#kit/protocol/limits.ts';
import type { DownMessage, UpMessage } from '#kit/protocol/messages.ts';
import { definitionOf } from '#kit/protocol/types/catalogue.ts';
import type { ClearChoice, CommandDefinition } from '#kit/protocol/types/define.ts';
import type { DeviceCore } from './device-core.ts';
import type { JournalEntry, Outcome } from './journal-entry.ts';
import type { Parameters } from './machine.ts';
import { PowerLost, untilPowerLost } from './power.ts';

/** Two minutes are enough for what one message holds, ten seconds for a network that works. */
const drainMs = 20_000;
const drainStepMs = 200;

/** A message whose signature is wrong still says which command it pretends to be. */
const pretended = z.object({ body: z.string() });
const pretendedBody = z.object({ id: z.uuid() });

/** Takes commands, writes each id down before it moves anything, and answers from what is written. */
export class CommandDesk {
  readonly #core: DeviceCore;
  #recovered: JournalEntry[] = [];

  constructor(core: DeviceCore) {
    this.#core = core;
  }

  async receive(payload: string): Promise<void> {
    const message = this.#core.open('command', payload);
    if (!message) return this.#refuseForged(payload);
    const known = this.#core.journal.find(message.id);
    if (known) return this.#tell(known, 'repeat');
    const definition = this.#definitionOf(message.command);
    const parsed = definition?.parameters.safeParse(message.parameters);
    const parameters = (parsed?.data ?? {}) as Parameters;
    const asked = parsed?.success ? definition?.asked?.(parameters) : undefined;
    const reason = this.#core.isExpired(message.expiresAt)
      ? 'expired'
      : !definition
        ? 'unknownCommand'
        : !parsed?.success
          ? 'badParameters'
          : this.#whyNot(message.command, parameters);
    if (reason) return this.#refuse(message, { state: 'failed', reason, asked, counted: 0 });
    await this.#core.journal.accept(message.id, message.command, new Date(message.expiresAt), asked);
    await this.#tell(this.#entry(message.id));
    untilPowerLost(this.#carryOut(message, parameters, asked), this.#core.options.onTrouble);
  }

  async answerQuery(payload: string): Promise<void> {
    const query = this.#core.open('journal', payload);
    if (!query || this.#core.isExpired(query.expiresAt))
      return this.#core.refused(query ? 'journal: expired' : 'journal: signature');
    await this.#core.send('journal', {
      query: query.query,
      entries: query.ids.slice(0, limits.maxJournalQuery).map((id) => {
        const entry = this.#core.journal.find(id);
        return entry ? { id, state: entry.state, ...told(entry) } : { id, state: 'notExecuted' as const };
      }),
    });
  }

  /** After a start: what was under way is ended, never begun again. */
  async recover(): Promise<void> {
    const { journal } = this.#core;
    for (const { id, command, asked, counted } of journal.unfinished()) {
      // a restart is done by being here; of anything else the count so far is all that is known
      const outcome: Outcome =
        command === 'restart'
          ? { state: 'done' }
          : { state: 'failed', reason: 'interrupted', asked, counted };
      await journal.settle(id, outcome);
      this.#recovered.push(this.#entry(id));
    }
  }

  async tellRecovered(): Promise<void> {
    for (const entry of this.#recovered.splice(0)) await this.#tell(entry);
  }

  async #carryOut(message: DownMessage<'command'>, parameters: Parameters, asked?: number): Promise<void> {
    const { journal, machine } = this.#core;
    const { id, command } = message;
    if (command === 'restart') return this.#core.restart('restart');
    let outcome: Outcome;
    try {
      outcome =
        command === 'clear'
          ? await this.#clear(parameters.what as ClearChoice)
          : await machine.execute(command, parameters, {
              id,
              asked,
              progress: (counted) => journal.progress(id, counted),
            });
    } catch (error) {
      if (error instanceof PowerLost) throw error;
      this.#core.options.onTrouble(error);
      outcome = { state: 'failed', reason: 'fault', asked, counted: this.#entry(id).counted };
    }
    await journal.settle(id, outcome);
    await this.#core.save();
    await this.#tell(this.#entry(id));
  }

  /** Counters start a new epoch; first the server must have heard all of the old one. */
  async #clear(what: ClearChoice): Promise<Outcome> {
    const { telemetry, memory, power } = this.#core;
    if (what !== 'factory') {
      for (let waitedMs = 0; !telemetry.allTold; waitedMs += drainStepMs) {
        if (waitedMs >= drainMs) return { state: 'failed', reason: 'timeout' };
        await power.wait(drainStepMs);
      }
      telemetry.beginEpoch(memory.epoch + 1);
      memory.inner = { ...memory.inner, credit: 0, playsSinceWin: 0 };
    }
    if (what === 'factory' || what === 'both') await this.#core.restoreFactorySettings();
    await this.#core.save();
    return { state: 'done' };
  }

  #whyNot(command: string, parameters: Parameters) {
    // these three work on a machine in any state
    return ['locate', 'restart', 'clear'].includes(command)
      ? undefined
      : this.#core.machine.refuses(command, parameters);
  }

  #definitionOf(command: string): CommandDefinition | undefined {
    const { commands } = definitionOf(this.#core.identity.type);
    return Object.hasOwn(commands, command) ? commands[command] : undefined;
  }

  async #refuse(message: DownMessage<'command'>, outcome: Outcome): Promise<void> {
    const { id, command, expiresAt } = message;
    await this.#core.journal.refuse(id, command, new Date(expiresAt), outcome);
    if (outcome.reason === 'expired') this.#core.refused('command: expired', id);
    await this.#tell(this.#entry(id));
  }

  /** Written down like any other: what was answered as failed must not move later. */
  async #refuseForged(payload: string): Promise<void> {
    const id = pretendedId(payload);
    this.#core.refused('command: signature', id);
    if (!id || this.#core.journal.find(id)) return;
    const outcome: Outcome = { state: 'failed', reason: 'signature' };
    await this.#core.journal.refuse(id, '', this.#core.now(), outcome);
    await this.#tell(this.#entry(id));
  }

  #entry(id: string): JournalEntry {
    const entry = this.#core.journal.find(id);
    if (!entry) throw new Error(`command ${id} is not in the journal`);
    return entry;
  }

  async #tell(entry: JournalEntry, repeat?: 'repeat'): Promise<void> {
    await this.#core.send('result', {
      id: entry.id,
      state: repeat ?? entry.state,
      ...told(entry),
      ...(repeat && { journal: entry.state }),
    });
  }
}

const told = ({ atMs, asked, counted, reason }: JournalEntry) =>
  ({
    at: new Date(atMs).toISOString(),
    ...(asked !== undefined && { asked }),
    ...(counted !== undefined && { counted }),
    ...(reason && { reason }),
  }) satisfies Partial<UpMessage<'result'>>;

function pretendedId(payload: string): string | undefined {
  try {
    const { body } = pretended.parse(JSON.parse(payload));
    return pretendedBody.parse(JSON.parse(body)).id;
  } catch {
    return undefined;
  }
}
