/** A movement by hand that puts one entry of another right; `reverses_id` says which transfer's. */
export const correctionKind = 'correction';

/** SQL for checks: nobody has put this entry (an alias of `ledger_entry`) right yet. */
export const uncorrected = (entry: string): string => `not exists (
    select from ledger_transfer fix join ledger_entry fixed on fixed.transfer_id = fix.id
    where fix.kind = '${correctionKind}' and fix.reverses_id = ${entry}.transfer_id
      and fixed.account_id = ${entry}.account_id and fixed.amount = -${entry}.amount
  )`;
