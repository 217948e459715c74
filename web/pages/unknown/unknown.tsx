export default function Unknown() {
  return null;
}
