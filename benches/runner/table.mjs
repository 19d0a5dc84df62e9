// Numbers into words: medians, and tables as a page shows them.

export function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** One row of results: medians of the same run, and whether the bound holds. */
export function result(act, times) {
  const floor = median(times.floor);
  const ours = median(times.ours);
  const bound = act.bound?.(floor);
  return {
    act: act.note ? `${act.member} (${act.note})` : act.member,
    floor, ours, bound, over: bound !== undefined && ours > bound, characters: times.characters,
  };
}

const digits = (number, count = 1) => (number === undefined ? '' : number.toFixed(count));

/** A row as cells: act, floor ms, ours ms, ratio, difference, bound, whether it holds. */
export const cells = ({ act, floor, ours, bound, over }) => [
  act, digits(floor), digits(ours), digits(ours / floor, 2), digits(ours - floor), digits(bound), bound === undefined ? '' : over ? 'over' : 'ok',
];

/** A Markdown table whose columns stand under each other. The first column is text, the others are numbers. */
export function markdown(head, rows) {
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column].length)));
  const line = (row) => `| ${row.map((cell, column) => (column === 0 ? cell.padEnd(widths[column]) : cell.padStart(widths[column]))).join(' | ')} |`;
  const rule = `|${widths.map((width, column) => (column === 0 ? '-'.repeat(width + 2) : `${'-'.repeat(width + 1)}:`)).join('|')}|`;
  return [line(head), rule, ...rows.map(line)].join('\n');
}
