import { CallError } from '#kit/contract/client.ts';
import { failureMessage } from '#kit/ui/api.ts';
import { client } from '#kit/ui/client.ts';
import { translate } from '#kit/ui/i18n.ts';
import { saveFile } from '#kit/ui/save-file.ts';
import { toast } from '#kit/ui/toast.ts';
import { rewardsContract } from '../contract.ts';

/** Sheets of the vouchers from a number on, as a file. */
export async function printSheets(batchId: string, first: number): Promise<void> {
  try {
    const query = new URLSearchParams({ batchId, first: String(first) });
    const response = await client.request(`${rewardsContract.printVouchers.path}?${query}`, {
      method: 'GET',
    });
    if (!response.ok) {
      const answer = (await response.json().catch(() => undefined)) as { msg?: string } | undefined;
      throw new CallError(answer?.msg ?? '', response.status);
    }
    saveFile(`${translate('rewards:sheet.file')} ${first}.pdf`, await response.blob());
  } catch (error) {
    toast.failure(failureMessage(error));
  }
}
