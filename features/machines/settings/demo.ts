import { dayMs } from '#kit/kernel/time.ts';
import type { SettingsDocument } from '#kit/protocol/types/catalogue.ts';
import type { DeviceType } from '#kit/protocol/types/names.ts';
import { type DemoPart, demoId, demoTenants } from '#kit/server/demo.ts';
import { tenantScope } from '#kit/server/scope.ts';
import { insert } from '#kit/server/tables.ts';
import { settingsPresets } from './tables.ts';

interface DemoPreset {
  owner: 'merchant' | 'merchant2';
  name: string;
  type: DeviceType;
  /** number of the demo site; absent: all sites */
  site?: number;
  settings: SettingsDocument;
}

/** Simulated devices begin with the defaults of their type, so the presets and not the devices differ. */
const presets: DemoPreset[] = [
  {
    owner: 'merchant',
    name: '娃娃机标准参数',
    type: 'claw',
    settings: {
      play: { gameTimeS: 30 },
      force: { payoutMode: 'random', payoutRate: 300, guaranteeAfterPlays: 40 },
      sound: { volume: 60, quietHours: '22:00-09:00' },
    },
  },
  {
    owner: 'merchant',
    name: '兑币机标准参数',
    type: 'exchange',
    settings: { exchange: { coinsPerYuan: 1, maxPerDispense: 200 } },
  },
  {
    owner: 'merchant',
    name: '彩票机周年庆参数',
    type: 'lottery',
    site: 2,
    settings: { tickets: { ticketsPerPlay: 3, bonusRate: 200 }, sound: { volume: 75 } },
  },
  {
    owner: 'merchant2',
    name: '车站娃娃机参数',
    type: 'claw',
    site: 1,
    settings: { force: { guaranteeAfterPlays: 40 }, sound: { volume: 45 } },
  },
];

const demoSettings: DemoPart = {
  order: 35,
  async seed(tx, { clock }) {
    const savedAt = new Date(clock.now().getTime() - 20 * dayMs);
    for (const [index, { owner, name, type, site, settings }] of presets.entries())
      await insert(tx, tenantScope(demoTenants[owner]), settingsPresets, {
        id: demoId(`preset:${owner}:${index + 1}`),
        createdAt: savedAt,
        updatedAt: savedAt,
        name,
        type,
        siteId: site ? demoId(`site:${owner}:${site}`) : null,
        settings,
      });
  },
};
export default demoSettings;
