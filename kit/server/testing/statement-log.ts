/** What one server asked its database, for tests that count it. */
export interface StatementLog {
  onStatement(connection: number, text: string): void;
  /** forgets what was heard so far */
  begin(): void;
  /** everything that was asked since, inside of transactions and outside */
  statements(): string[];
  /** the transactions that were committed since, each as its statements without begin and commit */
  transactions(): RecordedTransaction[];
}

export interface RecordedTransaction {
  statements: string[];
  /** how often the server waited for the database: what is handed over together travels together */
  journeys: number;
}

interface Heard {
  connection: number;
  text: string;
  turn: number;
}

export function createStatementLog(): StatementLog {
  let heard: Heard[] = [];
  let turn = 0;
  let ending = false;
  return {
    onStatement(connection, text) {
      heard.push({ connection, text: text.trim(), turn });
      if (ending) return;
      ending = true;
      // an answer of the database comes in a later turn of the loop
      setImmediate(() => {
        turn += 1;
        ending = false;
      });
    },
    begin() {
      heard = [];
    },
    statements: () => heard.map(({ text }) => text),
    transactions() {
      const open = new Map<number, Heard[]>();
      const done: RecordedTransaction[] = [];
      for (const entry of heard) {
        if (entry.text === 'begin') open.set(entry.connection, []);
        else if (entry.text === 'commit') {
          const whole = open.get(entry.connection) ?? [];
          open.delete(entry.connection);
          const turns = new Set(whole.map(({ turn }) => turn));
          // begin and commit each wait for their own answer
          done.push({ statements: whole.map(({ text }) => text), journeys: turns.size + 2 });
        } else open.get(entry.connection)?.push(entry);
      }
      return done;
    },
  };
}
