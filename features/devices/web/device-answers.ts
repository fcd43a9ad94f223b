import { sitesContract } from '#features/sites/contract.ts';
import { devicesContract } from '../contract.ts';

/** Every answer that becomes untrue when devices come, go or change. */
export const deviceAnswers = [
  devicesContract.listDevices,
  devicesContract.listDevicesOfSite,
  devicesContract.readDevice,
  devicesContract.readFigures,
  devicesContract.checkDevice,
  devicesContract.proposeNumber,
  devicesContract.listTransfers,
  sitesContract.countUserSiteDevices,
  sitesContract.listSites,
];
