import { failureMessage } from '#kit/ui/api.ts';
import { fetchFile } from '#kit/ui/fetch-file.ts';
import { translate } from '#kit/ui/i18n.ts';
import { saveFile } from '#kit/ui/save-file.ts';
import { toast } from '#kit/ui/toast.ts';
import { rewardsContract } from '../contract.ts';

/** Sheets of the vouchers from a number on, as a file. */
export async function printSheets(batchId: string, first: number): Promise<void> {
  try {
    const query = new URLSearchParams({ batchId, first: String(first) });
    const sheets = await fetchFile(`${rewardsContract.printVouchers.path}?${query}`);
    saveFile(`${translate('rewards:sheet.file')} ${first}.pdf`, sheets);
  } catch (error) {
    toast.failure(failureMessage(error));
  }
}
