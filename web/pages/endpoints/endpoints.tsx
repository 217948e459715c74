export default function P() { return <h1>endpoints</h1>; }
