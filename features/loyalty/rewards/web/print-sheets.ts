import { failureMessage } from '#kit/ui/api.ts';
import { fetchFile } from '#kit/ui/fetch-file.ts';
import { translate } from '#kit/ui/i18n.ts';
import { saveFile } from '#kit/ui/save-file.ts';
import { toast } from '#kit/ui/toast.ts';
import { rewardsContract } from '../contract.ts';

async function save(name: string, file: Promise<Blob>): Promise<void> {
  try {
    saveFile(`${translate('rewards:sheet.file')}${name}`, await file);
  } catch (error) {
    toast.failure(failureMessage(error));
  }
}

/** Sheets of the vouchers from a number on, as a file. */
export function printSheets(batchId: string, first: number): Promise<void> {
  const query = new URLSearchParams({ batchId, first: String(first) });
  return save(` ${first}.pdf`, fetchFile(`${rewardsContract.printVouchers.path}?${query}`));
}

/** Their codes as a table, once. */
export const takeCodes = (batchId: string): Promise<void> =>
  save('.csv', fetchFile(rewardsContract.takeVoucherCodes.path, { batchId }));
