import { defineScreens, type Screen } from '#kit/contract/screen.ts';
import type { settingsContract } from './contract.ts';

type Name = keyof typeof settingsContract;

/** A page about one device, reached from its hub. */
const ofDevice = (
  path: Screen['path'],
  title: string,
  load: Screen['load'],
  needs: Name = 'readSettings',
) => ({
  path,
  title,
  audience: 'staff' as const,
  depth: 4,
  needs,
  load,
});

export default defineScreens<typeof settingsContract>('settings', ({ staff }) => [
  staff('/machineSetting', 'hub', 'readSettings', () => import('./web/hub.tsx')),
  staff('/batchModify', 'batch', 'startBatch', () => import('./web/batch-modify.tsx'), {
    menu: { root: 'sy', area: 'machines', icon: 'adjustments', sort: 50, family: 'many' },
  }),
  staff('/preSettings', 'presets', 'listPresets', () => import('./web/presets.tsx'), {
    menu: { tabOf: '/batchModify', icon: 'star', sort: 10 },
  }),
  ofDevice('/singleModify/:id', 'singleModify', () => import('./web/single-modify.tsx'), 'startBatch'),
  ofDevice('/dollMachineSetting', 'clawPlay', () => import('./web/claw-play.tsx')),
  ofDevice('/dollMachineSetting2', 'clawForce', () => import('./web/claw-force.tsx')),
  ofDevice('/dollMachineSetting3', 'clawMotion', () => import('./web/claw-motion.tsx')),
  ofDevice('/dollMachineSettingSingle', 'single', () => import('./web/single-device.tsx')),
  ofDevice('/consumeSetting', 'consume', () => import('./web/consume.tsx')),
  ofDevice('/currencyMachineSetting', 'exchange', () => import('./web/exchange.tsx')),
  ofDevice('/signalSelection', 'signal', () => import('./web/signal.tsx')),
  ofDevice('/clearData', 'clear', () => import('./web/clear-data.tsx'), 'clearData'),
  ofDevice('/lotterySetting', 'lottery', () => import('./web/lottery.tsx')),
  ofDevice('/setParamLipstick', 'lipstick', () => import('./web/lipstick.tsx')),
  ofDevice('/setParamLipstickcs', 'lipstickTrial', () => import('./web/lipstick-trial.tsx')),
  ofDevice('/jumSetBankNoTes', 'notes', () => import('./web/notes.tsx')),
  ofDevice('/screenRotation', 'rotation', () => import('./web/screen-rotation.tsx')),
  ofDevice('/screenType', 'screenType', () => import('./web/screen-type.tsx')),
  ofDevice('/wait_ad_time', 'adWait', () => import('./web/ad-wait.tsx')),
  ofDevice('/paperSwitch', 'noteSwitch', () => import('./web/note-switch.tsx')),
]);
