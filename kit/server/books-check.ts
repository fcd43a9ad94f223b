/** A proof that a feature's own tables agree with the books: a statement whose rows name what is wrong. */
export interface BooksCheck {
  /** translation `ledger:check.<name>` where it is shown */
  name: string;
  /**
   * A text column `wrong` that names the row. Where one entry of a transfer is to blame, `transfer_id` and `account_id`
   * name it too: such an entry can be put right by a correction.
   */
  sql: string;
}
