import { batchContract } from './contract/batches.ts';
import { deviceSettingsContract } from './contract/device-settings.ts';
import { groupContract } from './contract/groups.ts';
import { presetContract } from './contract/presets.ts';

export {
  type BatchItem,
  type BatchKind,
  type BatchRecord,
  batchKinds,
  batchStates,
} from './contract/batches.ts';
export type { PresetRecord } from './contract/presets.ts';
export {
  type ChangeFailure,
  type ChangeState,
  changeFailures,
  changeStates,
  type DeviceBrief,
  type SettingDifference,
  type SettingsChange,
} from './contract/shared.ts';

export const settingsContract = {
  ...deviceSettingsContract,
  ...presetContract,
  ...batchContract,
  ...groupContract,
};
