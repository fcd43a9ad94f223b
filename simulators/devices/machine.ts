import type { z } from 'zod';
import { type FaultCode, faults } from '#kit/protocol/faults.ts';
import type { FailureReason } from '#kit/protocol/messages.ts';
import type { SettingsDocument } from '#kit/protocol/types/catalogue.ts';
import type { EndingKind, StepName } from '#kit/protocol/types/machine-steps.ts';
import type { DeviceType } from '#kit/protocol/types/names.ts';
import type { Outcome } from './journal-entry.ts';
import type { DeviceMemory } from './memory.ts';
import { type Power, untilPowerLost } from './power.ts';
import type { Random } from './random.ts';
import type { Telemetry } from './telemetry.ts';

/** How often things go wrong with the mechanics. */
export interface Wear {
  /** that a coin, ticket or product gets stuck */
  jamPerPiece: number;
  /** that a piece passes a sensor unseen */
  unseenPerPiece: number;
}

/** What moves in a machine now, for the page that draws it. */
export interface Step {
  name: StepName;
  /** how long it takes, and when it began by the device's clock */
  ms: number;
  atMs: number;
  lane?: number;
  /** coins, tickets or needles so far */
  count?: number;
  /** the claw has something in its grip */
  holding?: boolean;
}
type StepDetail = Pick<Step, 'lane' | 'count' | 'holding'>;

/** How the last thing ended that somebody waited for; the number tells it from the one before. */
export interface Ending {
  number: number;
  kind: EndingKind;
  amount: number;
  lane?: number;
}

/** What is in it that it could give. */
export interface Contents {
  /** coins or tickets, where it has them loose */
  pieces?: number;
  lanes: readonly { lane: number; stock: number; capacity: number }[];
}

/** What will come of the next play or piece, where somebody shows the machine to somebody. */
export const fates = ['win', 'lose', 'jam'] as const;
export type Fate = (typeof fates)[number];

export interface MachineParts {
  type: DeviceType;
  memory: DeviceMemory;
  telemetry: Telemetry;
  power: Power;
  random: Random;
  wear: Wear;
  /** by the device's own clock */
  now(): Date;
  onTrouble(error: unknown): void;
  /** Somebody stands before it, and the people of the simulation leave it to them. */
  keptFree?(): boolean;
}

/** One command while it is carried out. */
export interface Run {
  id: string;
  asked: number | undefined;
  /** Writes down how many pieces passed, so that a power cut does not lose the count. */
  progress(counted: number): Promise<void>;
}

export type Parameters = Record<string, unknown>;

const locateMs = 3000;

/** The mechanics behind a controller: what commands move, what people do at it, what breaks and is mended. */
export abstract class Machine {
  protected readonly parts: MachineParts;
  #occupied = 0;
  #step: Step | undefined;
  #ending: Ending | undefined;
  #fate: Fate | undefined;
  #onPress: () => void = () => undefined;

  constructor(parts: MachineParts) {
    this.parts = parts;
  }

  /** Carries out a command of the type. The id is in the journal already. */
  protected abstract run(command: string, parameters: Parameters, run: Run): Promise<Outcome>;

  /** Somebody comes and uses it without the server's help. */
  abstract visit(): Promise<void>;

  /** Fills lanes and hoppers of a machine that has never run. */
  load(): void {}

  /** Staff come by: full again. */
  refill(): void {}

  /** Takes out everything that it could give. */
  empty(): void {}

  /** A coin, a note or a handful of coins from somebody's hand, as the machine takes it. */
  async feed(): Promise<void> {}

  /** True when staff would say it needs filling. */
  get low(): boolean {
    return false;
  }

  /** Settings were replaced. */
  settingsChanged(): void {}

  /** Why the command can not even start; undefined: it can. */
  refuses(_command: string, _parameters: Parameters): FailureReason | undefined {
    if (this.stopped) return this.hasFault('doorOpen') ? 'doorOpen' : 'fault';
    return this.busy ? 'busy' : undefined;
  }

  get busy(): boolean {
    return this.#occupied > 0;
  }

  /** Takes no money until somebody mends it. */
  get stopped(): boolean {
    return this.parts.telemetry.faults.some((code) => faults[code as FaultCode] === 'stop');
  }

  hasFault(code: FaultCode): boolean {
    return this.parts.telemetry.faults.includes(code);
  }

  break(code: FaultCode): void {
    this.parts.telemetry.raiseFault(code);
  }

  mend(code: string): void {
    this.parts.telemetry.clearFault(code);
  }

  get contents(): Contents {
    return { lanes: [] };
  }

  get step(): Step | undefined {
    return this.#step;
  }

  get ending(): Ending | undefined {
    return this.#ending;
  }

  get fate(): Fate | undefined {
    return this.#fate;
  }

  decide(fate: Fate): void {
    this.#fate = fate;
  }

  /** The button on its front. */
  press(): void {
    this.#onPress();
  }

  async execute(command: string, parameters: Parameters, run: Run): Promise<Outcome> {
    if (command === 'locate') {
      await this.sleep(locateMs);
      return { state: 'done' };
    }
    return this.occupied(() => this.run(command, parameters, run));
  }

  /** For what goes on after a command has ended. */
  protected background(work: Promise<unknown>): void {
    untilPowerLost(work, this.parts.onTrouble);
  }

  protected async occupied<T>(work: () => Promise<T>): Promise<T> {
    this.#occupied++;
    try {
      return await work();
    } finally {
      this.#occupied--;
      if (this.#occupied === 0) this.#step = undefined;
    }
  }

  protected get keptFree(): boolean {
    return this.parts.keptFree?.() ?? false;
  }

  protected show(name: StepName, ms: number, more?: StepDetail): void {
    this.#step = { name, ms, atMs: this.parts.now().getTime(), ...more };
  }

  /** Shows a step for as long as it takes. */
  protected async move(name: StepName, ms: number, more?: StepDetail): Promise<void> {
    this.show(name, ms, more);
    await this.sleep(ms);
  }

  protected end(kind: EndingKind, amount: number, lane?: number): void {
    this.#ending = { number: (this.#ending?.number ?? 0) + 1, kind, amount, ...(lane && { lane }) };
  }

  /** Whether that was decided for now; it counts once. */
  protected isFated(fate: Fate): boolean {
    if (this.#fate !== fate) return false;
    this.#fate = undefined;
    return true;
  }

  protected jams(chance: number): boolean {
    return this.isFated('jam') || this.parts.random.chance(chance);
  }

  /** Until somebody presses the button, and no longer than this; tells whether somebody did. */
  protected async untilPressed(ms: number): Promise<boolean> {
    const pressed = new Promise<true>((done) => {
      this.#onPress = () => done(true);
    });
    const answer = await Promise.race([this.sleep(ms), pressed]);
    this.#onPress = () => undefined;
    return answer === true;
  }

  protected sleep(ms: number): Promise<void> {
    return this.parts.power.sleep(ms);
  }

  protected get settings(): SettingsDocument {
    return this.parts.memory.settings;
  }

  /** One group of the settings with its types. */
  protected group<G extends z.ZodObject>(name: string, _schema: G): z.infer<G> {
    return this.settings[name] as z.infer<G>;
  }

  protected inner(name: string): number {
    return this.parts.memory.inner[name] ?? 0;
  }

  protected setInner(name: string, value: number): void {
    this.parts.memory.inner[name] = value;
  }
}

export const failed = (reason: FailureReason, run: Run, counted?: number): Outcome => ({
  state: 'failed',
  reason,
  ...(run.asked !== undefined && { asked: run.asked }),
  ...(counted !== undefined && { counted }),
});

export const done = (run: Run, counted?: number): Outcome => ({
  state: 'done',
  ...(run.asked !== undefined && { asked: run.asked }),
  ...(counted !== undefined && { counted }),
});
