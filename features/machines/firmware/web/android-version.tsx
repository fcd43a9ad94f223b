import { DeviceVersions } from './device-versions.tsx';

/** The player app on Android controllers. */
export default function AndroidVersion() {
  return <DeviceVersions target="app" />;
}
