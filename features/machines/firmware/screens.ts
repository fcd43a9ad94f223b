import { defineScreens } from '#kit/contract/screen.ts';
import type { firmwareContract } from './contract.ts';

export default defineScreens<typeof firmwareContract>('firmware', ({ staff }) => [
  staff('/versionControl', 'versions', 'listImages', () => import('./web/version-control.tsx'), {
    menu: { tabOf: '/batchModify', icon: 'versions', sort: 20 },
  }),
  staff('/android_version', 'android', 'listVersions', () => import('./web/android-version.tsx'), {
    menu: { tabOf: '/batchModify', icon: 'brand-android', sort: 30 },
  }),
]);
