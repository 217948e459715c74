export default function P() { return <h1>station-add</h1>; }
