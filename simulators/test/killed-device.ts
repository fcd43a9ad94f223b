/** A device in a process of its own, for tests that end it with SIGKILL. Arguments: url, folder, secret (hex), world file. */
import { appendFileSync } from 'node:fs';
import { DeviceClient } from '../devices/client.ts';
import { folderStorage } from '../devices/folder-storage.ts';
import type { Outcome } from '../devices/journal-entry.ts';
import { done, Machine, type Parameters, type Run } from '../devices/machine.ts';
import { createRandom } from '../devices/random.ts';
import { SharedTimers } from '../devices/timers.ts';

const [url, folder, secret, worldFile] = process.argv.slice(2) as [string, string, string, string];
const pieceMs = 50;

class SlowHopper extends Machine {
  protected override async run(_command: string, parameters: Parameters, run: Run): Promise<Outcome> {
    for (let given = 1; given <= Number(parameters.amount); given++) {
      appendFileSync(worldFile, `${run.id}\n`);
      await run.progress(given);
      await this.sleep(pieceMs);
    }
    return done(run, Number(parameters.amount));
  }

  override async visit(): Promise<void> {}
}

const client = new DeviceClient({
  identity: { code: 'KILLED01', type: 'exchange', model: 'T-1', secret: Buffer.from(secret, 'hex') },
  url,
  storage: await folderStorage(folder),
  timers: new SharedTimers(),
  random: createRandom('killed'),
  machine: (parts) => new SlowHopper({ ...parts, wear: { jamPerPiece: 0, unseenPerPiece: 0 } }),
});
await client.plug();
